// README: begin
import { ApiError, type ConnectionKey, Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: process.env.PATCHBAY_PUBLIC_URL });

/** The end user's connections that need action. */
export async function needingAttention(endUserId: string): Promise<ConnectionKey[]> {
    const { connections } = await patchbay.connections.list({ endUserId });
    return connections.filter(({ errors }) => errors.some(({ type }) => type === 'auth'));
}

/** What is wrong with a connection, and what to do; undefined when all is well. */
export async function whatIsWrong(connection: ConnectionKey): Promise<string | undefined> {
    try {
        const { auth } = await patchbay.connections.get(connection);
        return auth.failure?.message;
    } catch (error) {
        if (error instanceof ApiError && error.code === 'invalid_credentials') return error.message;
        throw error;
    }
}
// README: end
