import { useId } from 'react';
import { Button } from '../../../parts/Button.tsx';
import { RadioField, SwitchField } from '../../../parts/Choice.tsx';
import { fieldError } from '../../../parts/error-text.ts';
import { SelectField, TextField } from '../../../parts/Field.tsx';
import { LogoField } from './LogoField.tsx';
import { type PartProps, withVariable } from './settings.ts';

const colours = [
    { name: 'colorPrimary', label: 'Buttons and links', fallback: '#0b6e5f' },
    { name: 'colorBackground', label: 'Background', fallback: '#ffffff' },
    { name: 'colorText', label: 'Text', fallback: '#1c1b1a' }
] as const;

const themes = [
    { value: 'system', name: 'As the device' },
    { value: 'light', name: 'Light' },
    { value: 'dark', name: 'Dark' }
] as const;

const isTheme = (text: string): text is (typeof themes)[number]['value'] => themes.some(({ value }) => value === text);

/** Colours, font and shape. A colour whose contrast is too low is changed where it is used. */
export function Looks({ draft, error, onChange }: PartProps) {
    const variables = draft.appearance.variables ?? {};
    return (
        <>
            <RadioField
                label="Theme"
                value={draft.default_theme}
                onChange={(theme) => isTheme(theme) && onChange({ default_theme: theme })}
                options={themes}
            />
            {colours.map(({ name, label, fallback }) => (
                <ColourField
                    key={name}
                    label={label}
                    fallback={fallback}
                    value={variables[name]}
                    error={fieldError(error, 'appearance', 'variables', name)}
                    onChange={(value) => onChange({ appearance: withVariable(draft, name, value) })}
                />
            ))}
            <TextField
                label="Font"
                help="Fonts that devices have, separated by commas. Nothing is downloaded."
                placeholder="Inter, system-ui, sans-serif"
                value={variables.fontFamily ?? ''}
                error={fieldError(error, 'appearance', 'variables', 'fontFamily')}
                onChange={({ target }) => onChange({ appearance: withVariable(draft, 'fontFamily', target.value || undefined) })}
            />
            <SelectField
                label="Corners"
                value={String(variables.borderRadius ?? '')}
                onChange={({ target }) =>
                    onChange({ appearance: withVariable(draft, 'borderRadius', target.value === '' ? undefined : Number(target.value)) })
                }
            >
                <option value="">As designed</option>
                <option value="0">Square</option>
                <option value="4">Slightly round</option>
                <option value="10">Round</option>
                <option value="16">Very round</option>
            </SelectField>
            <LogoField draft={draft} error={error} onChange={onChange} />
            <SwitchField
                label="Show “Powered by Patchbay”"
                isOn={draft.show_watermark}
                onChange={(isOn) => onChange({ show_watermark: isOn })}
            />
        </>
    );
}

function ColourField({
    label,
    fallback,
    value,
    error,
    onChange
}: {
    label: string;
    fallback: string;
    value: string | undefined;
    error: string | undefined;
    onChange: (value: string | undefined) => void;
}) {
    const id = useId();
    return (
        <div className="flex flex-col gap-1">
            <div className="flex flex-wrap items-center gap-3">
                <input
                    type="color"
                    id={id}
                    value={value ?? fallback}
                    onChange={({ target }) => onChange(target.value)}
                    className="h-9 w-14 cursor-pointer rounded-control border border-control bg-surface p-1"
                />
                <label htmlFor={id} className="font-semibold">
                    {label}
                </label>
                <code className="text-text-2">{value ?? 'as designed'}</code>
                {value !== undefined && (
                    <Button look="quiet" aria-label={`${label}: as designed`} onClick={() => onChange(undefined)}>
                        As designed
                    </Button>
                )}
            </div>
            {error !== undefined && <p className="text-small text-danger">{error}</p>}
        </div>
    );
}
