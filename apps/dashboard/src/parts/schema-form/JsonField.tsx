import { useState } from 'react';
import { TextArea } from '../Field.tsx';

interface Props {
    label: string;
    help?: string | undefined;
    value: unknown;
    onChange: (value: unknown) => void;
    error: string | undefined;
}

const problemOf = (text: string): string | undefined => {
    if (text.trim() === '') return undefined;
    try {
        JSON.parse(text);
        return undefined;
    } catch (error) {
        return `This is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`;
    }
};

/** A value as text, for what no other field is for. Its form is not sent while it is not JSON. */
export function JsonField({ label, help, value, onChange, error }: Props) {
    const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
    const problem = problemOf(text);
    return (
        <TextArea
            label={label}
            help={help ?? 'JSON. Empty: not given.'}
            value={text}
            rows={Math.min(20, Math.max(3, text.split('\n').length))}
            spellCheck={false}
            className="mono"
            ref={(area) => area?.setCustomValidity(problem ?? '')}
            onChange={({ target }) => {
                setText(target.value);
                if (problemOf(target.value) === undefined) onChange(target.value.trim() === '' ? undefined : JSON.parse(target.value));
            }}
            error={problem ?? error}
        />
    );
}
