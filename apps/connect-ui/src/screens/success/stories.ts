import { unchecked, succeeded, usable, type Claims } from '../../stories/claims.ts';
import { attempt, gem, modelIn, onPage, reconnect, wordmark } from '../../stories/samples.ts';
import type { Model } from '../../flow/model.ts';

const connected = {
    state: 'success',
    integration: 'github',
    mode: 'create',
    attemptId: attempt.id,
    connectionId: 'c-1',
    isNew: true,
    account: 'octo@example.com',
    was: null,
    connectedBefore: false
} as const;

const hostsNext = {
    text: 'Your repositories show up in Northwind within a minute.',
    next: { label: 'Choose repositories', url: 'https://app.example.com/repositories' }
};

export const stories: Record<string, Model> = {
    success: modelIn(connected),
    'success-logo': modelIn(connected, { appearance: { logo: wordmark } }),
    'success-second': modelIn({ ...connected, connectedBefore: true }),
    'success-unchecked': modelIn({ ...connected, integration: 'gem', account: null }, { integrations: [{ ...gem, is_checked: false }] }),
    'success-page': onPage(modelIn(connected)),
    'success-page-home': onPage(modelIn(connected, { return_to: 'https://app.example.com/settings' })),
    'success-page-confirm': onPage(modelIn(connected, { return_to: 'https://app.example.com/settings', requires_confirmation: true })),
    'success-next': modelIn(connected, { success: hostsNext }),
    'success-next-page': onPage(modelIn(connected, { success: hostsNext, return_to: 'https://app.example.com/settings' })),
    'success-reconnect': modelIn(
        {
            state: 'success',
            integration: 'zendesk',
            mode: 'reconnect',
            attemptId: attempt.id,
            connectionId: 'c-1',
            isNew: false,
            account: null,
            was: null,
            connectedBefore: false
        },
        reconnect('zendesk')
    )
};

export const claims: Claims = {
    'success.title': (facts) => usable(facts) && succeeded(facts)?.mode === 'create',
    'success.saved': unchecked,
    'success.account': (facts) => (succeeded(facts)?.account ?? null) !== null,
    'success.text': (facts) => usable(facts) && succeeded(facts)?.isNew === true,
    'success.unchecked': unchecked,
    'success.closeTab': ({ layout, confirms, info }) => layout === 'page' && !confirms && info?.return_to === null && !info.success?.next,
    'success.another': ({ info }) => (info?.integrations.length ?? 0) > 1 && info?.connection === null,
    'success.backTo': ({ layout, info }) => layout === 'page' && info?.return_to !== null,
    'success.almost': ({ confirms }) => confirms,
    'success.confirm': ({ confirms }) => confirms,
    'reconnected.title': (facts) => usable(facts) && succeeded(facts)?.mode === 'reconnect',
    'reconnected.text': (facts) => {
        const end = succeeded(facts);
        return usable(facts) && end?.mode === 'reconnect' && (end.was === null || end.was === end.account);
    },
    'reconnected.switched': (facts) => (succeeded(facts)?.was ?? null) !== null && succeeded(facts)?.was !== succeeded(facts)?.account,
    'success.renewed': (facts) => usable(facts) && succeeded(facts)?.isNew === false,
    'warning.alreadyConnected': (facts) => succeeded(facts)?.isNew === true && succeeded(facts)?.connectedBefore === true
};
