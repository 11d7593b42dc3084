import type { Call, Operations } from '../operations.ts';

export type ConnectUiSettings = Operations['getConnectSettings']['response']['data'];
export type ConnectUiChanges = NonNullable<Operations['updateConnectSettings']['body']>;

/** How the Connect UI looks for every end user of your environment, and where it may send them. */
export class ConnectUi {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Reads the settings, with the defaults of what was never set.
     * @returns `data`: all settings.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:settings:read`.
     * @see GET /environment/connect-ui
     * @example
     * const { data } = await patchbay.connectUi.get();
     * use(data.default_theme);
     */
    get(): Promise<Operations['getConnectSettings']['response']> {
        return this.#call('getConnectSettings', {});
    }

    /**
     * Changes settings; those that are not named stay. Needs a key with the scope
     * `environment:settings:write`.
     * @param body each setting is replaced as a whole, `appearance` too.
     * @returns all settings as they are now
     * @throws {ApiError} `invalid_body` naming the invalid field.
     * @see PATCH /environment/connect-ui
     * @example
     * await patchbay.connectUi.update({ appearance: { variables: { colorPrimary: '#4f46e5' } } });
     */
    update(body: ConnectUiChanges): Promise<Operations['updateConnectSettings']['response']> {
        return this.#call('updateConnectSettings', { body });
    }
}
