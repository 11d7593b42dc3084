import { randomUUID } from 'node:crypto';
import type { Emulator, EmulatorFrame } from '../emulators/emulator.ts';
import { sendJson } from '../exchange.ts';

const MAX_BODY_BYTES = 10_485_760;
const CEILING_MS = 29_000;

/** Gem: the CRM (`/v0`) and the ATS (`/ats/v0`) behind an API gateway. */
export function createGem(_frame: EmulatorFrame): Emulator {
    return {
        maxBodyBytes: MAX_BODY_BYTES,
        refuseBody: ({ response }) => sendJson(response, 413, { message: `HTTP content length exceeded ${MAX_BODY_BYTES} bytes.` }),
        ceiling: { ms: CEILING_MS, respond: ({ response }) => sendJson(response, 504, { message: 'Endpoint request timed out' }) },
        receive:
            ({ response }) =>
            () =>
                sendJson(response, 403, { message: 'Missing Authentication Token' }, { 'x-amzn-requestid': randomUUID() }),
        verbs: {},
        reset: () => undefined
    };
}
