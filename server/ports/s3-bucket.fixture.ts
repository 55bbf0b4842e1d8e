import { createRequire } from "node:module";

type S3rver = { run(): Promise<{ port: number }>; close(): Promise<void> };
type S3rverClass = new (options: Record<string, unknown>) => S3rver;

/** A bucket named `lectern` on a real S3-speaking server of its own, which keeps its objects in `directory`. */
export async function startBucket(directory: string) {
  // It carries no types.
  const S3rver = createRequire(import.meta.url)("s3rver") as S3rverClass;
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: "lectern" }],
  });
  const { port } = await server.run();
  return {
    url: `s3://lectern?endpoint=http://127.0.0.1:${port}`,
    env: { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" },
    stop: () => server.close(),
  };
}
