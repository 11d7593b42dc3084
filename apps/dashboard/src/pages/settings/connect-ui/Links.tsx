import { useState } from 'react';
import { fieldError } from '../../../parts/error-text.ts';
import { TextArea, TextField } from '../../../parts/Field.tsx';
import type { PartProps } from './settings.ts';

const links = [
    { name: 'privacy_url', label: 'Privacy policy', help: 'A page that begins with https://.' },
    { name: 'terms_url', label: 'Terms', help: 'A page that begins with https://.' },
    { name: 'support_url', label: 'Help page', help: 'Shown where something has gone wrong.' }
] as const;

/** What the Connect UI calls your product, links to, and may return to. */
export function Links({ draft, error, onChange }: PartProps) {
    const [origins, setOrigins] = useState(draft.allowed_return_origins.join('\n'));
    return (
        <>
            <TextField
                label="Name of your product"
                help="In sentences such as “Acme HR will be able to read your contacts”. Empty: that of the server."
                maxLength={80}
                value={draft.app_name ?? ''}
                error={fieldError(error, 'app_name')}
                onChange={({ target }) => onChange({ app_name: target.value || null })}
            />
            {links.map(({ name, label, help }) => (
                <TextField
                    key={name}
                    label={label}
                    help={help}
                    type="url"
                    value={draft[name] ?? ''}
                    error={fieldError(error, name)}
                    onChange={({ target }) => onChange({ [name]: target.value || null })}
                />
            ))}
            <TextField
                label="E-mail address for help"
                type="email"
                value={draft.support_email ?? ''}
                error={fieldError(error, 'support_email')}
                onChange={({ target }) => onChange({ support_email: target.value || null })}
            />
            <TextArea
                label="Pages that a sign-in may return to"
                help="Their origins, one to a line, such as https://app.example.com."
                rows={3}
                value={origins}
                error={fieldError(error, 'allowed_return_origins')}
                onChange={({ target }) => {
                    setOrigins(target.value);
                    onChange({ allowed_return_origins: target.value.split(/\s+/).filter(Boolean) });
                }}
            />
        </>
    );
}
