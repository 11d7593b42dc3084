import { attemptCodes } from '@patchbay/contracts/browser';
import { failedAs, type Claims } from '../../stories/claims.ts';
import { draft, helped, modelIn } from '../../stories/samples.ts';
import type { Model } from '../../flow/model.ts';

export const stories: Record<string, Model> = {
    'failed-denied': modelIn({
        state: 'failed',
        draft: { ...draft('github'), failures: 1 },
        code: 'consent_denied',
        ref: 'C-7F3K2',
        attemptId: 'a-1',
        providerText: null,
        missing: []
    }),
    'failed-provider': modelIn(
        {
            state: 'failed',
            draft: { ...draft('github'), failures: 2 },
            code: 'provider_error',
            ref: 'C-7F3K2',
            attemptId: 'a-1',
            providerText: 'The app is not approved for this workspace.',
            missing: []
        },
        helped
    ),
    'failed-rejected': modelIn({
        state: 'failed',
        draft: { ...draft('github'), failures: 1 },
        code: 'connection_rejected',
        ref: 'C-7F3K2',
        attemptId: 'a-1',
        providerText: 'Connect the account of an owner of your organisation.',
        missing: []
    }),
    'failed-permissions': modelIn({
        state: 'failed',
        draft: { ...draft('github'), failures: 1 },
        code: 'missing_permissions',
        ref: 'C-7F3K2',
        attemptId: 'a-1',
        providerText: null,
        missing: ['Read and write your repositories', 'See which organisations you belong to']
    }),
    'failed-setup': modelIn({
        state: 'failed',
        draft: { ...draft('github'), failures: 1 },
        code: 'integration_misconfigured',
        ref: 'C-7F3K2',
        attemptId: 'a-1',
        providerText: null,
        missing: []
    })
};

export const claims: Claims = {
    'failed.title': (facts) => facts.flow.state === 'failed' && facts.flow.draft.mode === 'create',
    'reconnect.failed': (facts) => facts.flow.state === 'failed' && facts.flow.draft.mode === 'reconnect',
    'failed.support': ({ flow }) => ('ref' in flow ? flow.ref : 'draft' in flow ? flow.draft.ref : null) !== null,
    'support.page': ({ info }) => typeof info?.support_url === 'string',
    'support.mail': ({ info }) => typeof info?.support_email === 'string',
    'failed.missing': ({ flow }) => flow.state === 'failed' && flow.missing.length > 0,
    'failed.provider_error': (facts) =>
        failedAs('provider_error')(facts) && facts.flow.state === 'failed' && facts.flow.providerText === null,
    'failed.provider_said': (facts) =>
        failedAs('provider_error')(facts) && facts.flow.state === 'failed' && facts.flow.providerText !== null,
    ...Object.fromEntries(
        attemptCodes.filter((code) => code !== 'provider_error').map((code) => [`failed.${code}`, failedAs(code)] as const)
    )
};
