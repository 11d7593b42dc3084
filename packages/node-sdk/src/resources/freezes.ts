import type { Call, Operations } from '../operations.ts';

export type NewFreeze = NonNullable<Operations['createFreeze']['body']>;
export type Freeze = Operations['getFreeze']['response']['data'];
export type FrozenGrant = Operations['listFrozenGrants']['response']['data'][number];

/** Emergency stops of integrations, or of the whole environment. */
export class Freezes {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Stops an integration, or everything, at once: credentials are neither given out nor used.
     * @param body `reason`, and `integration_id` unless everything is meant.
     * @returns `data`, the freeze; the one that holds already, if there is one.
     * @throws {ApiError} `not_found` for an unknown integration.
     * @see POST /freezes
     * @example
     * const { data: freeze } = await patchbay.freezes.create({ reason: 'A key has leaked' });
     */
    create(body: NewFreeze): Promise<Operations['createFreeze']['response']> {
        return this.#call('createFreeze', { body });
    }

    /**
     * Lists freezes that hold, and those lifted within 90 days, newest first.
     * @returns `data`.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:freezes:write`.
     * @see GET /freezes
     * @example
     * const { data } = await patchbay.freezes.list();
     */
    list(): Promise<Operations['listFreezes']['response']> {
        return this.#call('listFreezes', {});
    }

    /**
     * Reads a freeze, and how far the revocation of its grants is.
     * @param freezeId `data.id` from `create` or the list.
     * @returns `data`.
     * @throws {ApiError} `not_found`.
     * @see GET /freezes/:freeze_id
     * @example
     * const { data: freeze } = await patchbay.freezes.create({ reason: 'A key has leaked' });
     * const { data } = await patchbay.freezes.get(freeze.id);
     */
    get(freezeId: string): Promise<Operations['getFreeze']['response']> {
        return this.#call('getFreeze', { params: { freeze_id: freezeId } });
    }

    /**
     * Ends a freeze.
     * @param freezeId `data.id` from `create` or the list.
     * @returns `data`.
     * @throws {ApiError} `not_found`, `conflict` while grants are being revoked.
     * @see DELETE /freezes/:freeze_id
     * @example
     * const { data: freeze } = await patchbay.freezes.create({ reason: 'A key has leaked' });
     * await patchbay.freezes.lift(freeze.id);
     */
    lift(freezeId: string): Promise<Operations['liftFreeze']['response']> {
        return this.#call('liftFreeze', { params: { freeze_id: freezeId } });
    }

    /**
     * Revokes, at the providers, the grants of everything that a freeze holds, in the background.
     * Connections whose grant was revoked are broken: their end users connect again.
     * @param freezeId `data.id` from `create` or the list.
     * @returns `data`, with `revocation`.
     * @throws {ApiError} `not_found`, `conflict` when the freeze has ended.
     * @see POST /freezes/:freeze_id/revocation
     * @example
     * const { data: freeze } = await patchbay.freezes.create({ reason: 'A key has leaked' });
     * await patchbay.freezes.revoke(freeze.id);
     */
    revoke(freezeId: string): Promise<Operations['revokeFrozen']['response']> {
        return this.#call('revokeFrozen', { params: { freeze_id: freezeId } });
    }

    /**
     * Lists what became of each grant.
     * @param freezeId `data.id` from `create` or the list.
     * @param page.status only those of which this became.
     * @param page.after `next` of the page before.
     * @param page.limit 1 to 1000; 100 by default.
     * @returns `data`, and `next`, null on the last page.
     * @throws {ApiError} `not_found`.
     * @see GET /freezes/:freeze_id/grants
     * @example
     * const { data: freeze } = await patchbay.freezes.create({ reason: 'A key has leaked' });
     * const { data } = await patchbay.freezes.grants(freeze.id, { status: 'failed' });
     */
    grants(
        freezeId: string,
        page: { status?: FrozenGrant['status']; after?: number; limit?: number } = {}
    ): Promise<Operations['listFrozenGrants']['response']> {
        return this.#call('listFrozenGrants', { params: { freeze_id: freezeId }, query: page });
    }
}
