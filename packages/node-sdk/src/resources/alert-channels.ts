import type { Call, Operations } from '../operations.ts';

export type AlertChannel = Operations['listAlertChannels']['response']['data'][number];
export type NewAlertChannel = NonNullable<Operations['createAlertChannel']['body']>;
export type AlertChannelChanges = NonNullable<Operations['updateAlertChannel']['body']>;

/** Where the alerts of your environment are sent. */
export class AlertChannels {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Sends alerts to a chat tool or to an address of yours from now on.
     * @param body `kind`, `name` and `url`; `rules` and `thresholds` to be told of less.
     * @returns `data.signing_key` of a `generic` channel, shown only once.
     * @throws {ApiError} `conflict` when there are too many channels.
     * @see POST /alert-channels
     * @example
     * const { data } = await patchbay.alertChannels.create({
     *     kind: 'slack',
     *     name: '#integrations',
     *     url: 'https://hooks.slack.com/services/T000/B000/XXXX'
     * });
     */
    create(body: NewAlertChannel): Promise<Operations['createAlertChannel']['response']> {
        return this.#call('createAlertChannel', { body });
    }

    /**
     * Lists the channels, the oldest first, without their addresses.
     * @returns `data`, with whether messages arrive.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:alerts:read`.
     * @see GET /alert-channels
     * @example
     * const { data } = await patchbay.alertChannels.list();
     */
    list(): Promise<Operations['listAlertChannels']['response']> {
        return this.#call('listAlertChannels', {});
    }

    /**
     * Changes a channel. `enabled: false` switches it off.
     * @param channelId `data.id` from `create` or the list.
     * @param body what is absent stays as it is.
     * @returns `data`, the channel as it is now.
     * @throws {ApiError} `not_found`.
     * @see PATCH /alert-channels/:channel_id
     * @example
     * const url = 'https://hooks.slack.com/services/T000/B000/XXXX';
     * const channel = { kind: 'slack', name: '#ops', url } as const;
     * const { data: made } = await patchbay.alertChannels.create(channel);
     * await patchbay.alertChannels.update(made.id, { rules: ['connection_broken'] });
     */
    update(channelId: string, body: AlertChannelChanges): Promise<Operations['updateAlertChannel']['response']> {
        return this.#call('updateAlertChannel', { params: { channel_id: channelId }, body });
    }

    /**
     * Deletes a channel and its address.
     * @param channelId `data.id` from `create` or the list.
     * @returns `success`, always true.
     * @throws {ApiError} `not_found`.
     * @see DELETE /alert-channels/:channel_id
     * @example
     * const url = 'https://hooks.slack.com/services/T000/B000/XXXX';
     * const channel = { kind: 'slack', name: '#ops', url } as const;
     * const { data: made } = await patchbay.alertChannels.create(channel);
     * await patchbay.alertChannels.delete(made.id);
     */
    delete(channelId: string): Promise<Operations['deleteAlertChannel']['response']> {
        return this.#call('deleteAlertChannel', { params: { channel_id: channelId } });
    }

    /**
     * Sends an example message now.
     * @param channelId `data.id` from `create` or the list.
     * @returns `data.delivered`, and what the channel responded.
     * @throws {ApiError} `not_found`.
     * @see POST /alert-channels/:channel_id/test
     * @example
     * const url = 'https://hooks.slack.com/services/T000/B000/XXXX';
     * const channel = { kind: 'slack', name: '#ops', url } as const;
     * const { data: made } = await patchbay.alertChannels.create(channel);
     * const { data } = await patchbay.alertChannels.test(made.id);
     */
    test(channelId: string): Promise<Operations['testAlertChannel']['response']> {
        return this.#call('testAlertChannel', { params: { channel_id: channelId } });
    }
}
