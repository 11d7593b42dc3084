import { headersOf } from '../headers-of.ts';
import type { Call } from '../operations.ts';
import type { ConnectionKey } from './connections.ts';

export interface ActionOptions {
    /** A repeated call with it gets the result of the first, for 24 hours. */
    idempotencyKey?: string;
}

/** Functions that do one thing at a provider when they are called. */
export class Actions {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Runs an action of a connection, and waits for its end.
     * @param connection whose account it uses.
     * @param name of the action.
     * @param input what it takes, as its schema says.
     * @param options an idempotency key.
     * @returns what the action returns.
     * @throws {ApiError} `invalid_action_input` naming the fields; `action_script_runtime_error`
     * with what the action has thrown as `payload`; `outcome_unknown`.
     * @see POST /action/trigger
     * @example
     * const connection = { connection_id: 'c1', provider_config_key: 'books' };
     * use(await patchbay.actions.trigger(connection, 'get-invoice', { id: '146' }));
     */
    trigger(connection: ConnectionKey, name: string, input?: unknown, { idempotencyKey }: ActionOptions = {}): Promise<unknown> {
        return this.#call('triggerAction', {
            headers: { ...headersOf(connection), ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }) },
            body: bodyOf(name, input)
        });
    }

    /**
     * Runs an action later, behind the others of the environment. An event `async_action` tells of
     * its end.
     * @param connection whose account it uses.
     * @param name of the action.
     * @param input what it takes, as its schema says.
     * @param options an idempotency key, and how often it is repeated where it failed: 0 to 5.
     * @returns `id` and `statusUrl` of the run.
     * @throws {ApiError} `unknown_connection`, `not_found`.
     * @see POST /action/trigger
     * @example
     * const connection = { connection_id: 'c1', provider_config_key: 'books' };
     * use(await patchbay.actions.triggerAsync(connection, 'get-invoice', { id: '146' }));
     */
    async triggerAsync(
        connection: ConnectionKey,
        name: string,
        input?: unknown,
        { idempotencyKey, maxRetries }: ActionOptions & { maxRetries?: number } = {}
    ): Promise<{ id: string; statusUrl: string }> {
        const queued = await this.#call('triggerAction', {
            headers: {
                ...headersOf(connection),
                'x-async': 'true',
                ...(maxRetries === undefined ? {} : { 'x-max-retries': maxRetries }),
                ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey })
            },
            body: bodyOf(name, input)
        });
        // As the contract has it with `x-async`.
        return queued as { id: string; statusUrl: string };
    }

    /**
     * Result of an action that was run later.
     * @param id as `triggerAsync` returned it, or a write with `async`.
     * @returns what the action has returned.
     * @throws {ApiError} `not_found` until it has ended; its error where it failed.
     * @see GET /action/:id
     * @example
     * use(await patchbay.actions.result('7c1e0f52-9a4b-4d3c-8e21-5b6f70819a2c'));
     */
    result(id: string): Promise<unknown> {
        return this.#call('getActionResult', { params: { id } });
    }
}

const bodyOf = (name: string, input: unknown) => ({ action_name: name, ...(input === undefined ? {} : { input }) });
