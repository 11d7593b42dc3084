/** The database can't be used. The message tells the operator what is wrong, and what to do. */
export class DatabaseStartError extends Error {
    override readonly name = 'DatabaseStartError';
}

/** The code of a Node or PostgreSQL error (`EACCES`, `57P03`), if it has one. */
export function errorCode(error: unknown): string | undefined {
    return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function errorText(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}
