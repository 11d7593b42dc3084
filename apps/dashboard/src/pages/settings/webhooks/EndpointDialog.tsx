import {
    createWebhookEndpoint,
    type EventName,
    eventNames,
    listWebhookEndpoints,
    updateWebhookEndpoint
} from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useChange } from '../../../api/use-api.ts';
import { AllOrSome } from '../../../parts/AllOrSome.tsx';
import { fieldError, hasCode } from '../../../parts/error-text.ts';
import { TextField } from '../../../parts/Field.tsx';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { LateChange } from '../../../parts/LateChange.tsx';
import { SecretOnceDialog } from '../../../parts/SecretOnce.tsx';
import { useFirstFocus } from '../../../parts/use-first-focus.ts';
import { allEvents, type Endpoint } from './endpoint.ts';

const eventOptions = eventNames.map((name) => ({ value: name, name: <code>{name}</code> }));

interface Typed {
    url: string;
    types: EventName[];
    description: string;
}

/** @param expected when the endpoint was last changed, as it was read; undefined: not compared */
const changesOf = (endpoint: Endpoint, { url, types, description }: Typed, expected: string | undefined) => ({
    ...(url !== endpoint.url && { url }),
    ...(types.join() !== endpoint.event_types.join() && { event_types: types }),
    ...(description !== (endpoint.description ?? '') && { description: description || null }),
    ...(expected !== undefined && { expected_updated_at: expected })
});

interface Props {
    endpoint?: Endpoint;
    onClose: () => void;
    /** Begins anew, with what is saved by now. */
    onReload?: () => void;
}

/** Makes an endpoint, or changes one. */
export function EndpointDialog({ endpoint, onClose, onReload = onClose }: Props) {
    const [url, setUrl] = useState(endpoint?.url ?? '');
    const [description, setDescription] = useState(endpoint?.description ?? '');
    const [chosen, setChosen] = useState<readonly string[] | undefined>(endpoint?.event_types.length ? endpoint.event_types : undefined);
    const make = useChange(createWebhookEndpoint, [listWebhookEndpoints]);
    const update = useChange(updateWebhookEndpoint, [listWebhookEndpoints]);
    const first = useFirstFocus<HTMLInputElement>();
    const error = make.error ?? update.error;
    if (make.data)
        return (
            <SecretOnceDialog
                title="Verify what it gets with this key"
                what="signing key"
                secret={make.data.data.signing_key}
                onClose={onClose}
            >
                <p className="text-text-2">Each request is signed with it, as Standard Webhooks has it.</p>
            </SecretOnceDialog>
        );
    const types = eventNames.filter((name) => chosen?.includes(name));
    const save = (expected: string | undefined) => {
        const body = { url, event_types: types };
        if (!endpoint) make.mutate({ body: { ...body, ...(description !== '' && { description }) } });
        else
            update.mutate(
                {
                    params: { endpoint_id: endpoint.id },
                    body: changesOf(endpoint, { url, types, description }, expected)
                },
                { onSuccess: onClose }
            );
    };
    return (
        <FormDialog
            title={endpoint ? 'Edit the endpoint' : 'New webhook endpoint'}
            verb={endpoint ? 'Save' : 'Add the endpoint'}
            error={error}
            notice={
                endpoint &&
                hasCode(error, 'conflict') && (
                    <LateChange
                        what="this endpoint"
                        action="updateWebhookEndpoint"
                        target={`endpoint_id=${endpoint.id}`}
                        since={endpoint.updated_at}
                        isBusy={update.isPending}
                        onReload={onReload}
                        onSave={() => save(undefined)}
                    />
                )
            }
            isBusy={make.isPending || update.isPending}
            blockedBecause={chosen?.length === 0 ? 'Choose at least one event.' : undefined}
            onSubmit={() => save(endpoint?.updated_at)}
            onClose={onClose}
        >
            <TextField
                label="Address"
                help="Of your backend: https, and public unless the operator allows its host."
                type="url"
                required
                placeholder="https://example.com/webhooks/patchbay"
                ref={first}
                value={url}
                onChange={(event) => setUrl(event.target.value)}
                error={fieldError(error, 'url')}
            />
            <TextField
                label="What it is for (optional)"
                maxLength={255}
                value={description}
                onChange={(event) => setDescription(event.target.value)}
                error={fieldError(error, 'description')}
            />
            <AllOrSome label="Events" all={allEvents} options={eventOptions} chosen={chosen} onChange={setChosen} />
        </FormDialog>
    );
}
