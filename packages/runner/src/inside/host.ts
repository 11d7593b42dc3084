import type { Host, HostRequest, HostResponse } from '@patchbay/functions';
import type { WatchedLimits } from '../protocol.ts';
import { base64 } from './base64.ts';
import type { Calls } from './calls.ts';
import { LogBuffer } from './log-buffer.ts';
import { partsOf } from './write-parts.ts';

/** A host that asks the one outside. */
export function makeHost(calls: Calls, limits: WatchedLimits): { host: Host; logs: LogBuffer } {
    const logs = new LogBuffer((lines) => calls.call('log', { lines }), limits);
    const host: Host = {
        request: async (input) => responseFrom(await calls.call('request', requestTo(input))),
        async write(input) {
            for (const part of partsOf(input)) await calls.call('write', part);
        },
        getRecords: (input) => calls.call('getRecords', input),
        listRecords: (input) => calls.call('listRecords', input),
        trackDeletesStart: (input) => calls.call('trackDeletesStart', input),
        trackDeletesEnd: (input) => calls.call('trackDeletesEnd', input),
        getCheckpoint: () => calls.call('getCheckpoint'),
        getMetadata: () => calls.call('getMetadata'),
        setMetadata: (input) => calls.call('setMetadata', input),
        getConnection: (input) => calls.call('getConnection', input),
        getIntegration: (input) => calls.call('getIntegration', input),
        getEnvironmentVariables: () => calls.call('getEnvironmentVariables'),
        getWebhookUrl: () => calls.call('getWebhookUrl'),
        log: ({ lines }) => logs.add(lines),
        triggerAction: (input) => calls.call('triggerAction', input),
        triggerSync: (input) => calls.call('triggerSync', input),
        startSync: (input) => calls.call('startSync', input),
        acquireLock: (input) => calls.call('acquireLock', input),
        releaseLock: (input) => calls.call('releaseLock', input)
    };
    return { host, logs };
}

function requestTo(request: HostRequest): unknown {
    const { body } = request;
    return { ...request, body: body instanceof Uint8Array ? { base64: base64().toBase64(body) } : body };
}

type Encoded = Omit<HostResponse, 'body'> & { body: string | { base64: string } };

function responseFrom({ body, ...rest }: Encoded): HostResponse {
    return { ...rest, body: typeof body === 'string' ? body : base64().fromBase64(body.base64) };
}
