import type { Call, Operations } from '../operations.ts';

export type CollectorSettings = Operations['getCollector']['response']['data'];
export type CollectorChanges = NonNullable<Operations['updateCollector']['body']>;
export type CollectorTest = Operations['testCollector']['response']['data'];

/** Your own OpenTelemetry collector, which gets what is about your environment. */
export class Collector {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Reads where it is, without the values of its headers, and whether it takes what it is sent.
     * @returns `data`: the settings.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:settings:read`.
     * @see GET /environment/collector
     * @example
     * const { data } = await patchbay.collector.get();
     * use(data.last_error);
     */
    get(): Promise<Operations['getCollector']['response']> {
        return this.#call('getCollector', {});
    }

    /**
     * Changes the settings; those that are not named stay. Needs the scope
     * `environment:settings:write`.
     * @param body `url: null` ends the exports; `headers` replaces all.
     * @returns the settings as they are now
     * @throws {ApiError} `invalid_body` naming the invalid field; `conflict` without a `url`.
     * @see PATCH /environment/collector
     * @example
     * await patchbay.collector.update({ url: 'https://otlp.example.com' });
     */
    update(body: CollectorChanges): Promise<Operations['updateCollector']['response']> {
        return this.#call('updateCollector', { body });
    }

    /**
     * Sends one item of each signal to it now.
     * @returns `data`: what it did not take, and why.
     * @throws {ApiError} `conflict` where there is no collector.
     * @see POST /environment/collector/test
     * @example
     * const { data } = await patchbay.collector.test();
     * use(data.failures);
     */
    test(): Promise<Operations['testCollector']['response']> {
        return this.#call('testCollector', {});
    }
}
