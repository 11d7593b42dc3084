import type { ConnectableIntegration, FormField } from '@patchbay/contracts/browser';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Field } from '../../fields/Field.tsx';
import { fieldKey, shownFields, type FieldErrors } from '../../fields/field-rules.ts';
import { titleId } from '../parts/Screen.tsx';
import { useT } from '../../i18n/later-texts.ts';
import type { Banner, Draft } from '../../flow/model.ts';

interface CredentialsFormProps {
    id: string;
    integration: ConnectableIntegration;
    draft: Draft;
    errors: FieldErrors;
    banner: Banner | null;
    busy: boolean;
    onChange: (field: string, value: string) => void;
    onLeave: (field: string) => void;
    onSubmit: () => void;
}

export function CredentialsForm({ id, integration, draft, errors, banner, busy, onChange, onLeave, onSubmit }: CredentialsFormProps) {
    const form = useRef<HTMLFormElement>(null);
    const fields = shownFields(integration, draft.values);
    const wrong = fields.find((field) => errors[fieldKey(field)]);
    // Of a user name and a password, the password is what is usually wrong.
    const suspect = fields.find(({ target, secret }) => target === 'credentials' && secret) ?? fields[0];
    // Only after a submit in vain, which may have led to another screen: while typing, the focus
    // stays where it is.
    const focused = useRef(0);
    const isAboutCredentials = banner === null || banner === 'credentials_rejected';
    const first = wrong ?? (isAboutCredentials ? suspect : undefined);
    const focusKey = first && fieldKey(first);
    useEffect(() => {
        if (focused.current === draft.round) return;
        focused.current = draft.round;
        const box = focusKey === undefined ? null : form.current?.elements.namedItem(focusKey);
        if (!(box instanceof HTMLElement)) return;
        box.focus();
        // Focusing a focused box does not scroll, and the banner may have moved it.
        box.scrollIntoView({ block: 'nearest' });
    }, [draft.round, focusKey]);

    const advanced = fields.filter(isAdvanced);
    const plain = (target: FormField['target']) => fields.filter((field) => field.target === target && !isAdvanced(field));
    const draw = (field: FormField) => {
        const key = fieldKey(field);
        return (
            <Field
                key={key}
                field={field}
                authMode={integration.auth_mode}
                value={draft.values[key] ?? ''}
                error={errors[key]}
                notice={draft.notices[key]}
                readOnly={busy}
                onChange={(value) => onChange(key, value)}
                onLeave={() => onLeave(key)}
            />
        );
    };
    return (
        // `method` keeps a script failure from putting the secrets into the address.
        <form
            id={id}
            ref={form}
            className="form"
            aria-labelledby={titleId}
            method="post"
            noValidate
            onSubmit={(event) => {
                event.preventDefault();
                onSubmit();
            }}
        >
            {plain('credentials').map(draw)}
            {plain('connection_config').map(draw)}
            {advanced.length > 0 && <Advanced forced={advanced.some((field) => errors[fieldKey(field)])}>{advanced.map(draw)}</Advanced>}
        </form>
    );
}

/** Fields whose default suits nearly all end users. */
function isAdvanced({ optional, default_value: byDefault }: FormField): boolean {
    return optional && byDefault !== null;
}

/** @param forced something in it has to be seen; it stays open after that */
function Advanced({ forced, children }: { forced: boolean; children: ReactNode }) {
    const t = useT();
    const [open, setOpen] = useState(false);
    return (
        <details className="advanced" open={open || forced} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>{t('field.advanced')}</summary>
            <div className="form">{children}</div>
        </details>
    );
}
