/** The certificate that browsers are shown at an address. */
import { connect, type TLSSocket } from "node:tls";

export interface ShownCertificate {
  /** Why browsers refuse it; undefined for one that they take. */
  readonly refusal: string | undefined;
  /** When it ends. */
  readonly until: number;
}

/** Milliseconds that a server may take to show it. */
const PATIENCE = 5000;

/**
 * Connects as a browser does and looks; nothing is sent. For addresses that the operator names.
 * @param trusted certificates of authorities in PEM; those that Node brings unless given
 * @throws Error saying why nothing answers there
 */
export function shownCertificate(address: string, trusted?: string): Promise<ShownCertificate> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      // What is refused is looked at, too.
      rejectUnauthorized: false,
      ...(trusted === undefined ? {} : { ca: trusted }),
    });
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error("does not answer")));
    socket.on("error", reject);
    socket.on("secureConnect", () => {
      const refusal = socket.authorized ? undefined : String(socket.authorizationError);
      resolve({ refusal, until: Date.parse(socket.getPeerCertificate().valid_to) });
      socket.end();
    });
  });
}
