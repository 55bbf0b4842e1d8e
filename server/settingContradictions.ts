/** Settings that make sense by themselves, and not together. */
import { addressesOf } from "./ports/databaseAddress.ts";
import { StartRefused } from "./ports/start-refused.ts";

/** What is looked at, as `env.ts` has read it. */
interface JoinedSettings {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly publicUrl: string | undefined;
  readonly sitesUrl: string | undefined;
  readonly role: string;
  readonly databaseUrl: string | undefined;
  readonly databaseReadUrl: string | undefined;
}

/** @throws StartRefused with one line for the first that don't go together */
export function refuseContradictions(settings: JoinedSettings): void {
  if (settings.smtpUrl !== undefined && settings.mailFrom === undefined) {
    throw new StartRefused(
      "LECTERN_SMTP_URL is set, so LECTERN_MAIL_FROM has to say which address mail comes from, such as docs@example.com.",
    );
  }
  if (settings.publicUrl !== undefined && settings.sitesUrl !== undefined) {
    if (new URL(settings.publicUrl).origin === new URL(settings.sitesUrl).origin) {
      throw new StartRefused(
        "LECTERN_SITES_URL has the same origin as LECTERN_PUBLIC_URL, so published pages could read an editor's credentials. Give the sites another host or port.",
      );
    }
  }
  if (settings.role !== "all" && settings.databaseUrl === undefined) {
    throw new StartRefused(
      `LECTERN_ROLE=${settings.role} leaves work to other processes, which SQLite has none of: set LECTERN_DATABASE_URL to a PostgreSQL database, or leave the role out.`,
    );
  }
  if (settings.databaseReadUrl !== undefined && settings.databaseUrl === undefined) {
    throw new StartRefused(
      "LECTERN_DATABASE_READ_URL names a replica of a PostgreSQL database, and SQLite has none: set LECTERN_DATABASE_URL to the database that it copies, or leave it out.",
    );
  }
  // Of a database several can be named, of what is read beside it none: see db/replica.ts.
  if (settings.databaseReadUrl !== undefined && (addressesOf(settings.databaseReadUrl)?.length ?? 1) > 1) {
    throw new StartRefused(
      "LECTERN_DATABASE_READ_URL must name one server: how far one replica has come says nothing of another. Give each process the address of one.",
    );
  }
}
