import { isUnchecked, signsInElsewhere } from '../fields/field-rules.ts';
import {
    hasList,
    integrationFor,
    integrationOf,
    isDirty,
    needsConfirmation,
    renewedBy,
    takesTab,
    wayOf,
    type ConnectSession,
    type Flow,
    type FlowEvent,
    type Model
} from '../flow/state.ts';
import { marksOf } from './parts/Monogram.tsx';
import { AccountMismatch } from './account-mismatch/AccountMismatch.tsx';
import { ChooseAccount } from './choose-account/ChooseAccount.tsx';
import { Detail } from './detail/Detail.tsx';
import { Failed } from './failed/Failed.tsx';
import { Owned } from './owned/Owned.tsx';
import { Skeleton } from './Plain.tsx';
import { Success } from './success/Success.tsx';
import { Verifying } from './verifying/Verifying.tsx';
import { Waiting } from './oauth/Waiting.tsx';

export interface ScreensOfOneProps {
    /** One that is about an integration. */
    flow: Exclude<Flow, { state: 'boot' | 'fatal' | 'closed' | 'list' | 'listEmpty' | 'confirmLeave' }>;
    model: Model;
    info: ConnectSession;
    act: (event: FlowEvent) => void;
}

/** What is seen once one integration is chosen: its form, its sign-in, and how that ended. */
export function ScreensOfOne({ flow, model, info, act }: ScreensOfOneProps) {
    const close = () => act({ type: 'closeRequested' });
    const id = 'draft' in flow ? flow.draft.integration : flow.integration;
    const integration = 'draft' in flow ? integrationFor(model, flow.draft) : integrationOf(model, id);
    const provider = integration?.display_name ?? id;
    const cancel = () => act({ type: 'signInCancelled' });
    const { layout } = model.setup;
    const toList = hasList(model) ? () => act({ type: 'wentBack' }) : undefined;

    switch (flow.state) {
        case 'owned':
            if (!integration) return <Skeleton />;
            return (
                <Owned
                    integration={integration}
                    mark={marksOf(info.integrations).get(id)}
                    onReconnect={(connection) => act({ type: 'renewalChosen', connection })}
                    onAdd={() => act({ type: 'renewalChosen', connection: null })}
                />
            );
        case 'detail':
        case 'submitting':
            // Only for as long as an expired session is being renewed.
            if (!integration) return <Skeleton />;
            return (
                <Detail
                    integration={integration}
                    session={info}
                    renewed={renewedBy(model, flow.draft)}
                    way={wayOf(model, integration)}
                    draft={flow.draft}
                    errors={flow.state === 'detail' ? flow.errors : {}}
                    banner={flow.state === 'detail' ? flow.banner : null}
                    providerText={flow.state === 'detail' ? (flow.providerText ?? null) : null}
                    typed={isDirty(model, flow.draft)}
                    busy={flow.state === 'submitting'}
                    slow={flow.state === 'submitting' && flow.slow}
                    offline={model.network === 'offline' || model.renewal === 'asked'}
                    onChange={(field, value) => act({ type: 'changed', field, value })}
                    onLeave={(field) => act({ type: 'fieldBlurred', field })}
                    onSubmit={() => act({ type: 'submitted', newKey: crypto.randomUUID(), windowKey: crypto.randomUUID() })}
                />
            );
        case 'oauth': {
            const isRefused = integration !== undefined && wayOf(model, integration) === 'byHand';
            return (
                <Waiting
                    flow={flow}
                    provider={provider}
                    isRefused={isRefused}
                    onFollow={() => act({ type: 'linkFollowed' })}
                    onCopied={() => act({ type: 'linkCopied' })}
                    onReopen={() => act({ type: 'windowReopened', account: 'any', windowKey: crypto.randomUUID() })}
                    onContinueHere={
                        (flow.step === 'openInBrowser' ? isRefused : takesTab(model))
                            ? () => act({ type: 'continuedHere', windowKey: crypto.randomUUID() })
                            : undefined
                    }
                    onCancel={cancel}
                />
            );
        }
        case 'verifying':
            return (
                <Verifying
                    provider={provider}
                    slow={flow.slow}
                    unchecked={integration !== undefined && isUnchecked(integration)}
                    onCancel={integration && !signsInElsewhere(integration) ? cancel : undefined}
                />
            );
        case 'chooseAccount':
            return (
                <ChooseAccount
                    flow={flow}
                    provider={provider}
                    onPick={(account) => act({ type: 'accountPicked', account })}
                    onCancel={cancel}
                />
            );
        case 'accountMismatch':
            return (
                <AccountMismatch
                    flow={flow}
                    provider={provider}
                    mode={integration?.auth_mode}
                    onUseAnother={() => act({ type: 'windowReopened', account: 'other', windowKey: crypto.randomUUID() })}
                    onSwitch={() => act({ type: 'accountSwitched' })}
                    onKeep={() => act({ type: 'accountKept' })}
                />
            );
        case 'success':
            return (
                <Success
                    flow={flow}
                    provider={provider}
                    onDone={{ modal: close, inline: toList, page: undefined }[layout]}
                    isPage={layout === 'page'}
                    returnTo={layout === 'page' ? info.return_to : null}
                    unfinished={needsConfirmation(model)}
                    unchecked={integration !== undefined && isUnchecked(integration)}
                    onAnother={layout === 'inline' ? undefined : toList}
                />
            );
        case 'failed':
            return (
                <Failed
                    flow={flow}
                    provider={provider}
                    onTryAgain={() => act({ type: 'triedAgain', newKey: crypto.randomUUID(), windowKey: crypto.randomUUID() })}
                    onClose={layout === 'inline' ? undefined : close}
                />
            );
    }
}
