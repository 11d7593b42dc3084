import {
    type AlertRule,
    alertRuleCodes,
    alertRules,
    createAlertChannel,
    listAlertChannels,
    updateAlertChannel
} from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useChange } from '../../../api/use-api.ts';
import { AllOrSome } from '../../../parts/AllOrSome.tsx';
import { RadioField } from '../../../parts/Choice.tsx';
import { fieldError, hasCode } from '../../../parts/error-text.ts';
import { TextField } from '../../../parts/Field.tsx';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { LateChange } from '../../../parts/LateChange.tsx';
import { SecretOnceDialog } from '../../../parts/SecretOnce.tsx';
import { useFirstFocus } from '../../../parts/use-first-focus.ts';
import type { Channel } from './channel.ts';

const kinds = [
    { value: 'slack', name: 'Slack, Mattermost or Discord', help: 'By the address of an incoming webhook.' },
    { value: 'generic', name: 'An address of yours', help: 'Gets signed JSON.' }
];

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const ruleOptions = alertRuleCodes.map((code) => ({ value: code, name: <code>{code}</code>, help: sentence(alertRules[code].opens) }));

interface Typed {
    name: string;
    rules: AlertRule[];
    /** Empty: as before. */
    url: string;
}

/** @param expected when the channel was last changed, as it was read; undefined: not compared */
const changesOf = (channel: Channel, { name, rules, url }: Typed, expected: string | undefined) => ({
    ...(name !== channel.name && { name }),
    ...(rules.toSorted().join() !== channel.rules.join() && { rules }),
    ...(url !== '' && { url }),
    ...(expected !== undefined && { expected_updated_at: expected })
});

interface Props {
    channel?: Channel;
    onClose: () => void;
    /** Begins anew, with what is saved by now. */
    onReload?: () => void;
}

/** Makes a channel, or changes one: what is not typed stays, the address is never shown. */
export function ChannelDialog({ channel, onClose, onReload = onClose }: Props) {
    const [kind, setKind] = useState<string>(channel?.kind ?? 'slack');
    const [name, setName] = useState(channel?.name ?? '');
    const [url, setUrl] = useState('');
    const [chosen, setChosen] = useState<readonly string[] | undefined>(channel?.rules.length ? channel.rules : undefined);
    const make = useChange(createAlertChannel, [listAlertChannels]);
    const update = useChange(updateAlertChannel, [listAlertChannels]);
    const first = useFirstFocus<HTMLInputElement>();
    const error = make.error ?? update.error;
    const key = make.data?.data.signing_key;
    if (typeof key === 'string')
        return <SecretOnceDialog title="Verify what it gets with this key" what="signing key" secret={key} onClose={onClose} />;
    const rules = alertRuleCodes.filter((code) => chosen?.includes(code));
    const save = (expected: string | undefined) => {
        if (channel)
            update.mutate(
                { params: { channel_id: channel.id }, body: changesOf(channel, { name, rules, url }, expected) },
                { onSuccess: onClose }
            );
        else
            make.mutate(
                { body: { kind: kind === 'generic' ? 'generic' : 'slack', name, url, rules } },
                { onSuccess: ({ data }) => (data.signing_key === null ? onClose() : undefined) }
            );
    };
    return (
        <FormDialog
            title={channel ? `Edit ${channel.name}` : 'New alert channel'}
            verb={channel ? 'Save' : 'Add the channel'}
            error={error}
            notice={
                channel &&
                hasCode(error, 'conflict') && (
                    <LateChange
                        what="this channel"
                        action="updateAlertChannel"
                        target={`channel_id=${channel.id}`}
                        since={channel.updated_at}
                        isBusy={update.isPending}
                        onReload={onReload}
                        onSave={() => save(undefined)}
                    />
                )
            }
            isBusy={make.isPending || update.isPending}
            blockedBecause={chosen?.length === 0 ? 'Choose at least one problem.' : undefined}
            onSubmit={() => save(channel?.updated_at)}
            onClose={onClose}
        >
            {!channel && <RadioField label="Kind" value={kind} onChange={setKind} options={kinds} />}
            <TextField
                label="Name"
                required
                maxLength={255}
                placeholder="#integrations"
                ref={first}
                value={name}
                onChange={(event) => setName(event.target.value)}
                error={fieldError(error, 'name')}
            />
            <TextField
                label={channel ? 'New address (optional)' : 'Address'}
                help={
                    channel
                        ? `Messages go to ${channel.host}. The address is not shown, since it is all that is needed to post.`
                        : 'It is kept sealed, and not shown again.'
                }
                type="url"
                required={!channel}
                placeholder={kind === 'slack' ? 'https://hooks.slack.com/services/…' : 'https://example.com/alerts'}
                value={url}
                onChange={(event) => setUrl(event.target.value)}
                error={fieldError(error, 'url')}
            />
            <AllOrSome label="Problems" all="All" options={ruleOptions} chosen={chosen} onChange={setChosen} />
        </FormDialog>
    );
}
