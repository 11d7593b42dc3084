import type { AttemptView } from '@patchbay/contracts/browser';
import { reduce } from './reduce.ts';
import { gem, github, secret, session } from '../stories/samples.ts';
import type { FlowEvent } from './events.ts';
import { booting, plainSetup, type Model, type Setup } from './model.ts';

export function view(over: Partial<AttemptView>): AttemptView {
    return {
        attempt_id: 'a-1',
        integration_id: 'gem',
        status: 'verifying',
        code: null,
        ref: 'C-7F3K2',
        provider_text: null,
        missing_scopes: null,
        connection_id: null,
        is_new: true,
        options: null,
        was: null,
        now: null,
        account_label: null,
        expires_at: '2026-11-20T10:15:00.000Z',
        updated_at: '2026-11-20T10:00:00.000Z',
        ...over
    };
}

export function run(events: FlowEvent[], from: Model = booting): Model {
    return events.reduce(reduce, from);
}

export const loaded = (over: Parameters<typeof session>[0] = {}, setup: Partial<Setup> = {}): FlowEvent[] => [
    { type: 'opened', setup: { ...plainSetup, ...setup } },
    { type: 'sessionLoaded', info: session(over) }
];
export const atGem = loaded({ integrations: [gem] });
export const atGithub = loaded({ integrations: [github] });
export const typed: FlowEvent = { type: 'fieldChanged', field: 'credentials.apiKey', value: secret };
export const submit: FlowEvent = { type: 'submitted', newKey: 'k-1', windowKey: 'w-1' };
export const launchUrl = 'https://api.example.com/connect/launch/x';
/** The window fetches its address by itself. */
export const launch = view({ integration_id: 'github', status: 'created' });
export const launchable = view({ ...launch, launch_url: launchUrl });
export const awaiting: FlowEvent[] = [...atGithub, submit, { type: 'attemptCreated', key: 'k-1', view: launch, window: 'opened' }];
