import { useState } from 'react';
import { SelectField } from '../Field.tsx';
import { constantsOf, isObject, type Schema, variantOf } from './read-schema.ts';
import type { NestingProps } from './field-props.ts';

/** One of several forms, which is chosen first. */
export function VariantField({ variants, help, ...props }: NestingProps & { variants: readonly { name: string; schema: Schema }[] }) {
    const { label, isRequired, value, onChange, definitions } = props;
    const [chosen, setChosen] = useState(() => (value === undefined && !isRequired ? undefined : variantOf(value, variants, definitions)));
    const variant = chosen === undefined ? undefined : variants[chosen];
    return (
        <div className="flex flex-col gap-3">
            <SelectField
                label={isRequired ? label : `${label} (optional)`}
                {...(help !== undefined && { help })}
                value={chosen === undefined ? '' : String(chosen)}
                onChange={({ target }) => {
                    const next = target.value === '' ? undefined : variants[Number(target.value)];
                    setChosen(next && variants.indexOf(next));
                    const fixed = next && constantsOf(next.schema, definitions);
                    onChange(fixed && isObject(fixed) ? fixed : undefined);
                }}
            >
                {!isRequired && <option value="">Not given</option>}
                {variants.map(({ name }, index) => (
                    <option key={name} value={index}>
                        {name}
                    </option>
                ))}
            </SelectField>
            {variant && <props.Nested {...props} schema={variant.schema} isRequired />}
        </div>
    );
}
