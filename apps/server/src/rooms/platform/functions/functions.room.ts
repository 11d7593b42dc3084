import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { room } from '../../../room.ts';
import { isDeployed } from './functions.sql.ts';

/** A run under way has its code, and a deployment that is undone finds it. */
const codeKeptMs = 7 * 24 * 60 * 60_000;

export const functions = room({
    name: 'functions',
    cleanUps: { deleteUnusedCode: deleteOlder('function_code', 'created_at', codeKeptMs, isDeployed) }
});
