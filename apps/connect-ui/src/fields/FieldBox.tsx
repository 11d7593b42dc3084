import type { FormField } from '@patchbay/contracts/browser';
import { useLayoutEffect, useRef, type ClipboardEvent, type RefObject } from 'react';
import { cleanValue, hasLines } from './clean-value.ts';
import { fieldKey, type FieldError } from './field-rules.ts';
import { readKeyFile, type KeyFileProblem } from './key-file.ts';
import { TextInput } from './TextInput.tsx';
import { MultilineInput } from './MultilineInput.tsx';
import { useT } from '../i18n/later-texts.ts';

export interface FieldBoxProps {
    id: string;
    /** Ids of what else is on the page about it. */
    describedBy: string | undefined;
    field: FormField;
    authMode: string;
    value: string;
    error?: FieldError | undefined;
    readOnly: boolean;
    onChange: (value: string) => void;
    onLeave: () => void;
    /** Null: what is in the box is no file's any more. */
    onFile: (news: FileNews | null) => void;
}

/** What became of the last file. */
export type FileNews = { name: string; characters: number } | { problem: KeyFileProblem };

/** The box of a field: a choice, a line, or several lines, which may come from a file. */
export function FieldBox({ id, describedBy, field, authMode, value, error, readOnly, onChange, onLeave, onFile }: FieldBoxProps) {
    const isLong = hasLines(field, value) || field.accept !== null || value.includes('\n');
    const caret = useRef<number | null>(null);
    useFocusKept(id, isLong, caret);
    const common = {
        id,
        name: fieldKey(field),
        value,
        autoComplete: 'off',
        'aria-describedby': describedBy,
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
        onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
            caret.current = target.selectionStart;
            change(target.value);
        },
        onPaste: paste
    } as const;

    function change(typed: string) {
        onFile(null);
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
        caret.current = pasted.length;
        change(pasted);
        onLeave();
    }
    async function load(chosen: File) {
        const read = await readKeyFile(chosen);
        // Another form may have a field of the same name by now.
        if (!document.getElementById(id)) return;
        if ('problem' in read) return onFile(read);
        onChange(read.text);
        onLeave();
        onFile({ name: chosen.name, characters: read.text.length });
    }

    if (field.enum)
        return (
            <select {...common} className="input" disabled={readOnly} onChange={(event) => onChange(event.target.value)}>
                <Options field={field} />
            </select>
        );
    return isLong ? (
        <MultilineInput field={field} textarea={text} onFile={(chosen) => void load(chosen)} />
    ) : (
        <TextInput field={field} input={text} />
    );
}

/** The choices, by their labels. */
function Options({ field }: { field: FormField }) {
    const t = useT();
    const values = [...(field.optional || field.default_value === null ? [''] : []), ...(field.enum ?? [])];
    return values.map((value) => (
        <option key={value} value={value}>
            {field.enum_labels?.[value] ?? (value || t('field.pick'))}
        </option>
    ));
}

/**
 * A key of several lines gets a larger box in place of the one it was put into: focus and caret
 * move along.
 */
function useFocusKept(id: string, isLong: boolean, caret: RefObject<number | null>): void {
    const before = useRef(isLong);
    useLayoutEffect(() => {
        if (before.current === isLong) return;
        before.current = isLong;
        const box = document.getElementById(id);
        box?.focus();
        if (box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement) box.setSelectionRange(caret.current, caret.current);
    }, [id, isLong, caret]);
}
