export { DatabaseStartError } from './database-start-error.ts';
export { isDatabaseUnavailable } from './database-unavailable.ts';
export { connectionUrl, openDatabase } from './db.ts';
export type { Database, Db } from './db.ts';
export { startEmbeddedPostgres } from './embedded-postgres.ts';
export type { EmbeddedPostgres, PostgresConnection } from './embedded-postgres.ts';
export { migrate } from './migrate.ts';
export { prepareInsert, prepareRead } from './prepare.ts';
export type * from './schema.ts';
