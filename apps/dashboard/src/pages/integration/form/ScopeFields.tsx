import { useState } from 'react';
import { CheckField, TextField } from '../../../parts/Field.tsx';
import type { ProviderOfForm } from './draft.ts';

/** @param value the scopes that are asked for */
export function ScopeFields({
    provider: { default_scopes: usual = [], scope_descriptions: words = {} },
    value,
    onChange,
    error
}: {
    provider: Pick<ProviderOfForm, 'default_scopes' | 'scope_descriptions'>;
    value: readonly string[];
    onChange: (scopes: string[]) => void;
    error?: string | undefined;
}) {
    const offered = [...new Set([...usual, ...Object.keys(words)])];
    const [further, setFurther] = useState(() => value.filter((scope) => !offered.includes(scope)).join(' '));
    const chosen = value.filter((scope) => offered.includes(scope));
    const split = (text: string) => text.split(/[\s,]+/).filter((scope) => scope !== '');
    return (
        <fieldset className="flex flex-col gap-3">
            <legend className="mb-1 font-semibold">Permissions</legend>
            {offered.map((scope) => (
                <CheckField
                    key={scope}
                    label={words[scope] ?? scope}
                    help={
                        <>
                            <code>{scope}</code>
                            {usual.includes(scope) && ' · usual'}
                        </>
                    }
                    checked={chosen.includes(scope)}
                    onChange={({ target }) =>
                        onChange([
                            ...offered.filter((each) => (each === scope ? target.checked : chosen.includes(each))),
                            ...split(further)
                        ])
                    }
                />
            ))}
            <TextField
                label={offered.length > 0 ? 'Further scopes' : 'Scopes'}
                help="As the vendor writes them, separated by spaces. Empty: none."
                value={further}
                error={error}
                spellCheck={false}
                autoCapitalize="off"
                className="mono"
                onChange={({ target }) => {
                    setFurther(target.value);
                    onChange([...chosen, ...split(target.value)]);
                }}
            />
        </fieldset>
    );
}
