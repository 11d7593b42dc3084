import type { FormField } from '@patchbay/contracts/browser';
import { useId, useState } from 'react';
import { fieldKey, type FieldError, type FieldNotice } from './field-rules.ts';
import { useTexts } from './texts.ts';

interface FieldProps {
    field: FormField;
    value: string;
    provider: string;
    error?: FieldError | undefined;
    notice?: FieldNotice | undefined;
    readOnly: boolean;
    onChange: (value: string) => void;
    onLeave: () => void;
}

/** One thing the form asks for: label, help, box, and what is wrong with it, tied together for screen readers. */
export function Field({ field, value, provider, error, notice, readOnly, onChange, onLeave }: FieldProps) {
    const texts = useTexts();
    const id = useId();
    const [shown, setShown] = useState(false);
    const affixed = field.prefix !== null || field.suffix !== null;
    const described = [
        field.description !== null && `${id}-help`,
        field.example !== null && `${id}-example`,
        affixed && `${id}-part`,
        notice && `${id}-notice`,
        error && `${id}-error`
    ];
    const common = {
        id,
        name: fieldKey(field),
        value,
        autoComplete: 'off',
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': !field.optional,
        onBlur: onLeave
    } as const;

    return (
        <div className="field">
            <label htmlFor={id}>
                <bdi>{field.title}</bdi> {field.optional && <span className="muted">{texts.optional}</span>}
            </label>
            {field.description !== null && (
                <p className="help" id={`${id}-help`}>
                    <bdi>{field.description}</bdi>
                </p>
            )}
            {field.enum ? (
                <select {...common} className="input" disabled={readOnly} onChange={(event) => onChange(event.target.value)}>
                    {(field.optional || field.default_value === null) && <option value="">{texts.pick}</option>}
                    {field.enum.map((option) => (
                        <option key={option}>{option}</option>
                    ))}
                </select>
            ) : (
                <div className={error ? 'input box box-wrong' : 'input box'} dir="ltr">
                    {field.prefix !== null && (
                        <span className="affix" aria-hidden="true">
                            {field.prefix}
                        </span>
                    )}
                    <input
                        {...common}
                        type={field.secret && !shown ? 'password' : 'text'}
                        dir="ltr"
                        spellCheck={false}
                        autoCapitalize="off"
                        autoCorrect="off"
                        readOnly={readOnly}
                        // Password managers would offer a sign-in here, and save the key as one.
                        data-1p-ignore=""
                        data-lpignore="true"
                        data-bwignore=""
                        onChange={(event) => onChange(event.target.value)}
                    />
                    {field.suffix !== null && (
                        <span className="affix" aria-hidden="true">
                            {field.suffix}
                        </span>
                    )}
                    {field.secret && (
                        <button
                            className="show"
                            type="button"
                            aria-pressed={shown}
                            aria-label={texts.show(field.title)}
                            onClick={() => setShown(!shown)}
                        >
                            {shown ? texts.shown : texts.hidden}
                        </button>
                    )}
                </div>
            )}
            {affixed && (
                <p className="visually-hidden" id={`${id}-part`}>
                    {texts.between(field.prefix, field.suffix)}
                </p>
            )}
            {field.example !== null && (
                <p className="help" id={`${id}-example`}>
                    {texts.example} <bdi className="mono">{field.example}</bdi>
                </p>
            )}
            {notice && (
                <p className="help" id={`${id}-notice`}>
                    {texts.notice[notice]}
                </p>
            )}
            {error && (
                <p className="problem" id={`${id}-error`}>
                    {problemText()}
                </p>
            )}
        </div>
    );

    function problemText(): string {
        if (error === 'required') return texts.required(field.title);
        if (error === 'refused') return texts.refused(provider);
        return texts.malformed(field.example);
    }
}
