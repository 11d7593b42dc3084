import type { FormField } from '@patchbay/contracts/browser';
import { useContext, useId, useLayoutEffect, useRef, useState, type ClipboardEvent } from 'react';
import { cleanValue, hasLines, type FieldNotice } from './clean-value.ts';
import { DocsLink } from '../screens/parts/DocsLink.tsx';
import { fieldKey, type FieldError } from './field-rules.ts';
import { readKeyFile, type KeyFileProblem } from './key-file.ts';
import { TextInput } from './TextInput.tsx';
import { MultilineInput } from './MultilineInput.tsx';
import { LanguageContext } from '../i18n/texts.ts';

interface FieldProps {
    field: FormField;
    authMode: string;
    value: string;
    error?: FieldError | undefined;
    notice?: FieldNotice | undefined;
    readOnly: boolean;
    onChange: (value: string) => void;
    onLeave: () => void;
}

/** What became of the last file. */
type FileNews = { name: string; characters: number } | { problem: KeyFileProblem };

/**
 * One thing the form asks for: label, help, box, and what is wrong with it, tied together for
 * screen readers.
 */
export function Field({ field, authMode, value, error, notice, readOnly, onChange, onLeave }: FieldProps) {
    const { t, plural, locale } = useContext(LanguageContext);
    const id = useId();
    const [file, setFile] = useState<FileNews | null>(null);
    const lang = field.lang === locale ? undefined : field.lang;
    const affixed = field.prefix !== null || field.suffix !== null;
    const isLong = hasLines(field, value) || field.accept !== null || value.includes('\n');
    useFocusKept(id, isLong);

    // What the provider refused stands above the form, once.
    const isOurs = error !== undefined && error !== 'refused';
    const described = [
        isOurs && `${id}-error`,
        field.description !== null && `${id}-help`,
        affixed && `${id}-part`,
        field.example !== null && `${id}-example`,
        field.saved_ending !== null && `${id}-saved`,
        notice && `${id}-notice`
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
    const text = {
        ...common,
        dir: 'ltr',
        spellCheck: false,
        autoCapitalize: 'off',
        autoCorrect: 'off',
        readOnly,
        // Password managers would offer a sign-in here, and save the key as one.
        'data-1p-ignore': '',
        'data-lpignore': 'true',
        'data-bwignore': '',
        'data-form-type': 'other',
        onChange: (event: { target: { value: string } }) => change(event.target.value),
        onPaste: paste
    } as const;

    function change(typed: string) {
        setFile(null);
        onChange(typed);
    }
    /**
     * What fills the whole box is cleaned at once, before a box of one line drops its line breaks.
     * The rest waits until the box is left.
     */
    function paste(event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
        const { selectionStart, selectionEnd, value: before } = event.currentTarget;
        const pasted = event.clipboardData.getData('text/plain');
        if (readOnly || selectionStart !== 0 || selectionEnd !== before.length) return;
        const isClean = cleanValue(field, authMode, pasted).value === pasted;
        // The browser does this better: it can undo it.
        if (isClean && (isLong || !hasLines(field, pasted))) return;
        event.preventDefault();
        change(pasted);
        onLeave();
    }
    async function load(chosen: File) {
        const read = await readKeyFile(chosen);
        if ('problem' in read) return setFile(read);
        onChange(read.text);
        onLeave();
        setFile({ name: chosen.name, characters: read.text.length });
    }

    return (
        <div className="field">
            <label htmlFor={id} id={`${id}-label`}>
                <bdi lang={lang}>{field.title}</bdi> {field.optional && <span className="muted">{t('field.optional')}</span>}
            </label>
            {field.description !== null && (
                <p className="help" id={`${id}-help`}>
                    <bdi lang={lang}>{field.description}</bdi>
                </p>
            )}
            {field.enum ? (
                <select {...common} className="input" disabled={readOnly} onChange={(event) => onChange(event.target.value)}>
                    {(field.optional || field.default_value === null) && <option value="">{t('field.pick')}</option>}
                    {field.enum.map((option) => (
                        <option key={option}>{option}</option>
                    ))}
                </select>
            ) : isLong ? (
                <MultilineInput field={field} textarea={text} onFile={(chosen) => void load(chosen)} />
            ) : (
                <TextInput field={field} input={text} />
            )}
            {affixed && (
                <p className="visually-hidden" id={`${id}-part`}>
                    {partText()}
                </p>
            )}
            {isOurs && (
                <p className="problem" id={`${id}-error`}>
                    {error === 'required' ? t('field.required', { label: field.title }) : t('field.pattern')}
                </p>
            )}
            <div className="field-status" aria-live="polite">
                {notice && (
                    <p className="help" id={`${id}-notice`}>
                        {t(`notice.${notice}`)}
                    </p>
                )}
                {file && 'problem' in file && <p className="problem">{t(`field.${file.problem}`)}</p>}
                {file && 'name' in file && (
                    <p className="help">
                        <bdi className="mono">{file.name}</bdi> · <bdi>{plural('field.characters', file.characters)}</bdi>
                    </p>
                )}
            </div>
            {field.example !== null && (
                <p className="help" id={`${id}-example`}>
                    {t('field.example')}{' '}
                    <bdi className="mono" dir="ltr" lang={lang}>
                        {field.example}
                    </bdi>
                </p>
            )}
            {field.saved_ending !== null && (
                <p className="help" id={`${id}-saved`}>
                    {t('field.saved', { ending: `…${field.saved_ending}` })}
                </p>
            )}
            {field.docs_url !== null && <DocsLink href={field.docs_url} about={`${id}-label`} />}
        </div>
    );

    function partText(): string {
        const { prefix, suffix } = field;
        if (prefix === null) return suffix === null ? '' : t('field.before', { suffix });
        return suffix === null ? t('field.after', { prefix }) : t('field.between', { prefix, suffix });
    }
}

/**
 * A pasted key of several lines gets a larger box in place of the one it was pasted into: the focus
 * moves along.
 */
function useFocusKept(id: string, isLong: boolean): void {
    const before = useRef(isLong);
    useLayoutEffect(() => {
        if (before.current === isLong) return;
        before.current = isLong;
        document.getElementById(id)?.focus();
    }, [id, isLong]);
}
