import type { Model } from '../flow/model.ts';

/** What end users, their accounts, apps and products are called. */
const names = /^(?:display_name|app_name|account_label|account|label|was|now|name|remainsAt|alt)$/;
const long = 'x'.repeat(400);

/** The same state, with names of 400 characters and no space. */
export function withLongNames(model: Model): Model {
    const { flow, session } = model;
    return {
        ...model,
        flow: renamed(flow),
        session: session.status === 'unknown' ? session : { ...session, info: renamed(session.info) }
    };
}

function renamed<T>(value: T): T {
    return JSON.parse(JSON.stringify(value), (key, part: unknown) => (typeof part === 'string' && names.test(key) ? long : part)) as T; // strings for strings
}
