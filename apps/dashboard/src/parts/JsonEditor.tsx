import { TextArea } from './Field.tsx';
import { parseObjectText } from './json-text.ts';

/** A JSON object as text, with what is wrong with it in words. */
export function JsonEditor({
    label,
    help,
    text,
    error,
    onChange
}: {
    label: string;
    help: string;
    text: string;
    /** What the server says of it. */
    error?: string | undefined;
    onChange: (text: string) => void;
}) {
    const parsed = parseObjectText(text);
    return (
        <TextArea
            label={label}
            help={help}
            error={'error' in parsed ? parsed.error : error}
            value={text}
            onChange={({ target }) => onChange(target.value)}
            rows={Math.min(20, Math.max(5, text.split('\n').length + 1))}
            spellCheck={false}
            autoComplete="off"
            className="mono"
        />
    );
}
