import type { Sandbox } from './sandbox.ts';

export type Control = (verb: string, body?: unknown, method?: string) => Promise<unknown>;

/** The control plane as a function. It throws what the control plane has to say against a call. */
export function controlClient({ controlUrl }: Pick<Sandbox, 'controlUrl'>): Control {
    return async (verb, body, method = body === undefined ? 'GET' : 'POST') => {
        const sent = body === undefined ? {} : { body: JSON.stringify(body) };
        const response = await fetch(`${controlUrl}/_ctl/${verb}`, { method, ...sent });
        const result: unknown = await response.json();
        if (!response.ok) throw new Error(Object(result).error);
        return result;
    };
}
