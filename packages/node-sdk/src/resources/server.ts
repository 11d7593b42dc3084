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

    /**
     * Says what is wrong with the setup, with evidence and what to do. Takes some seconds, in which
     * providers are asked.
     * @param options.integration only this one, besides the server. Default: all.
     * @param options.origin of a page that is to embed the Connect UI. Default: not checked.
     * @param options.probe `false` sends nothing to providers.
     * @returns `findings` with `code`, `message`, `evidence` and `remedy`, in `data`.
     * @throws {ApiError} `not_found` for an unknown integration.
     * @see GET /doctor
     * @example
     * const { data } = await patchbay.server.diagnose({ integration: 'crm' });
     * for (const { message, remedy } of data.findings) console.log(message, remedy);
     */
    diagnose(options: NonNullable<Operations['diagnose']['query']> = {}): Promise<Operations['diagnose']['response']> {
        return this.#call('diagnose', { query: options });
    }
}
