/** What one description of an API may come to. Real ones are large: GitHub's has 13 MB, 260,000 values, 1,200 operations. */
export const OPENAPI_LIMITS = {
  /** Bytes of all files together: JSON is read quickly. */
  bytes: 32 * 1024 * 1024,
  /** Bytes of a YAML file: reading it takes forty times its size. */
  yamlBytes: 10.5 * 1024 * 1024,
  /** How deep values lie in each other. */
  depth: 200,
  /** Objects, lists and what is in them; bounds the memory that reading takes. */
  values: 3_000_000,
  /** Aliases of YAML that may be written out. */
  aliases: 100,
  /** Files that a description is spread over. */
  files: 50,
  operations: 20_000,
  paths: 50_000,
  tags: 5000,
  /** Bytes of all pieces that are stored for one version. */
  pieceBytes: 96 * 1024 * 1024,
  /** Places that one operation may lead to, over all references. */
  reach: 500,
} as const;
