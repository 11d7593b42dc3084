import type { Call, Operations } from '../operations.ts';

/** The server that responds. */
export class Server {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * What the server can do: whether it compiles deployed functions, and behind which wall it
     * runs them.
     * @returns `version`, `database`, and `functions` with `wall` and `compiler`.
     * @throws {ApiError} `dependency_unavailable` without its database.
     * @see GET /health/detail
     * @example
     * const { functions } = await patchbay.server.health();
     * if (functions.wall !== 'full') use(functions.wall_reason);
     */
    health(): Promise<Operations['getHealthDetail']['response']> {
        return this.#call('getHealthDetail', {});
    }
}
