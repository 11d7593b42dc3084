import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { useEffect, useRef } from 'react';
import { Field } from '../Field.tsx';
import { fieldKey, type FieldErrors } from '../field-rules.ts';
import type { Banner, Draft } from '../flow-state.ts';

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
    const wrongFirst = integration.fields.map(fieldKey).find((key) => errors[key]);
    const toMend = wrongFirst ?? (banner === 'credentials_rejected' ? integration.fields.map(fieldKey)[0] : undefined);
    // Only after a refused submit: while typing, the focus stays where it is.
    const focused = useRef(draft.round);
    useEffect(() => {
        if (focused.current === draft.round) return;
        focused.current = draft.round;
        const box = toMend === undefined ? null : form.current?.elements.namedItem(toMend);
        if (box instanceof HTMLElement) box.focus();
    }, [draft.round, toMend]);

    return (
        // `method` keeps a script failure from putting the secrets into the address.
        <form
            id={id}
            ref={form}
            className="form"
            method="post"
            noValidate
            onSubmit={(event) => {
                event.preventDefault();
                onSubmit();
            }}
        >
            {integration.fields.map((field) => {
                const key = fieldKey(field);
                return (
                    <Field
                        key={key}
                        field={field}
                        value={draft.values[key] ?? ''}
                        provider={integration.display_name}
                        error={errors[key]}
                        notice={draft.notices[key]}
                        readOnly={busy}
                        onChange={(value) => onChange(key, value)}
                        onLeave={() => onLeave(key)}
                    />
                );
            })}
        </form>
    );
}
