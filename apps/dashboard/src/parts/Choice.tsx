import type { ReactNode } from 'react';
import { Checkbox, CheckboxGroup, FieldError, Label, Radio, RadioGroup, Switch, Text } from 'react-aria-components';

export interface Option {
    value: string;
    name: ReactNode;
    help?: ReactNode;
}

const row = 'flex cursor-pointer gap-3 py-1.5 outline-none data-[disabled]:opacity-60';

/** One of a few. */
export function RadioField({
    label,
    options,
    value,
    onChange
}: {
    label: string;
    options: readonly Option[];
    value: string;
    onChange: (value: string) => void;
}) {
    return (
        <RadioGroup value={value} onChange={onChange} className="flex flex-col">
            <Label className="font-semibold">{label}</Label>
            {options.map((option) => (
                <Radio key={option.value} value={option.value} className={`group items-start ${row}`}>
                    <span className="mt-1 flex size-4 shrink-0 items-center justify-center rounded-full border border-control group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-accent-text group-data-[selected]:border-accent">
                        <span className="size-2 rounded-full group-data-[selected]:bg-accent" />
                    </span>
                    <OptionText {...option} />
                </Radio>
            ))}
        </RadioGroup>
    );
}

/** Any of several. */
export function CheckboxField({
    label,
    error,
    options,
    value,
    onChange
}: {
    label: string;
    /** What is wrong with it, in words. */
    error?: string | undefined;
    options: readonly Option[];
    value: readonly string[];
    onChange: (value: string[]) => void;
}) {
    return (
        <CheckboxGroup value={[...value]} onChange={onChange} isInvalid={error !== undefined} className="flex flex-col">
            <Label className="font-semibold">{label}</Label>
            {options.map((option) => (
                <Checkbox key={option.value} value={option.value} className={`group items-start ${row}`}>
                    <span className="mt-1 flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-control group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-accent-text group-data-[selected]:border-accent group-data-[selected]:bg-accent">
                        <svg viewBox="0 0 12 12" aria-hidden="true" className="hidden size-3 text-on-accent group-data-[selected]:block">
                            <path d="M2 6.5 5 9l5-6" fill="none" stroke="currentColor" strokeWidth="2" />
                        </svg>
                    </span>
                    <OptionText {...option} />
                </Checkbox>
            ))}
            <FieldError className="text-small text-danger">{error}</FieldError>
        </CheckboxGroup>
    );
}

function OptionText({ name, help }: Omit<Option, 'value'>) {
    return (
        <span className="min-w-0">
            {name}
            {help !== undefined && (
                <Text slot="description" className="block text-small text-text-2">
                    {help}
                </Text>
            )}
        </span>
    );
}

/** On or off, at once. */
export function SwitchField({
    label,
    isOn,
    isBlocked = false,
    onChange
}: {
    label: string;
    isOn: boolean;
    isBlocked?: boolean;
    onChange: (isOn: boolean) => void;
}) {
    return (
        <Switch isSelected={isOn} isDisabled={isBlocked} onChange={onChange} className={`group items-center ${row}`}>
            <span className="flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-sunken p-0.5 group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-accent-text group-data-[selected]:border-accent group-data-[selected]:bg-accent">
                <span className="size-3.5 rounded-full bg-text-2 transition-transform duration-100 group-data-[selected]:translate-x-4 group-data-[selected]:bg-on-accent" />
            </span>
            {label}
        </Switch>
    );
}
