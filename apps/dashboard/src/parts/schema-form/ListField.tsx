import { useState } from 'react';
import { Button } from '../Button.tsx';
import { SelectField, TextField } from '../Field.tsx';
import { emptyOf, isObject, type Schema } from './read-schema.ts';
import { errorAt, type NestingProps } from './field-props.ts';

function Frame({
    label,
    help,
    error,
    children
}: {
    label: string;
    help: string | undefined;
    error: string | undefined;
    children: React.ReactNode;
}) {
    return (
        <fieldset className="flex flex-col gap-3">
            <legend className="font-semibold">{label}</legend>
            {help !== undefined && <p className="text-small text-text-2">{help}</p>}
            {error !== undefined && <p className="text-small text-danger">{error}</p>}
            {children}
        </fieldset>
    );
}

export function ListField({
    item,
    help,
    label,
    definitions,
    path,
    value,
    onChange,
    errors,
    isRequired,
    Nested
}: NestingProps & { item: Schema }) {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const change = (next: readonly unknown[]) => onChange(next.length === 0 && !isRequired ? undefined : next);
    return (
        <Frame label={isRequired ? label : `${label} (optional)`} help={help} error={errorAt(errors, path)}>
            {list.map((each, index) => (
                // In the order of the list, which has no other name for them.
                <div key={index} className="flex flex-col gap-2 border-s-2 border-hairline ps-3">
                    <Nested
                        label={`${label} ${index + 1}`}
                        schema={item}
                        isRequired
                        path={[...path, String(index)]}
                        value={each}
                        onChange={(next) => change(list.map((before, place) => (place === index ? (next ?? null) : before)))}
                        {...{ definitions, errors }}
                    />
                    <div>
                        <Button look="quiet" onClick={() => change(list.filter((_, place) => place !== index))}>
                            Remove {label.toLowerCase()} {index + 1}
                        </Button>
                    </div>
                </div>
            ))}
            <div>
                <Button onClick={() => change([...list, emptyOf(item, definitions) ?? ''])}>Add to {label.toLowerCase()}</Button>
            </div>
        </Frame>
    );
}

/** Names of one's own, each with a value. */
export function RecordField({
    of,
    names,
    help,
    label,
    definitions,
    path,
    value,
    onChange,
    errors,
    isRequired,
    Nested
}: NestingProps & { of: Schema; names: readonly string[] | undefined }) {
    const record = isObject(value) ? value : {};
    const change = (next: Readonly<Record<string, unknown>>) => onChange(Object.keys(next).length === 0 && !isRequired ? undefined : next);
    return (
        <Frame label={isRequired ? label : `${label} (optional)`} help={help} error={errorAt(errors, path)}>
            {Object.entries(record).map(([name, each]) => (
                <div key={name} className="flex flex-col gap-2 border-s-2 border-hairline ps-3">
                    <Nested
                        label={name}
                        schema={of}
                        isRequired
                        path={[...path, name]}
                        value={each}
                        onChange={(next) => change({ ...record, [name]: next ?? '' })}
                        {...{ definitions, errors }}
                    />
                    <div>
                        <Button
                            look="quiet"
                            onClick={() => {
                                const { [name]: _, ...others } = record;
                                change(others);
                            }}
                        >
                            Remove {name}
                        </Button>
                    </div>
                </div>
            ))}
            <NewName
                label={label}
                names={names?.filter((name) => !Object.hasOwn(record, name))}
                onAdd={(name) => change({ ...record, [name]: emptyOf(of, definitions) ?? '' })}
            />
        </Frame>
    );
}

function NewName({ label, names, onAdd }: { label: string; names: readonly string[] | undefined; onAdd: (name: string) => void }) {
    const [typed, setTyped] = useState('');
    if (names?.length === 0) return null;
    const title = `New name in ${label.toLowerCase()}`;
    return (
        <div className="flex flex-wrap items-end gap-2">
            {names ? (
                <SelectField label={title} value={typed} onChange={({ target }) => setTyped(target.value)}>
                    <option value="">Choose</option>
                    {names.map((name) => (
                        <option key={name} value={name}>
                            {name}
                        </option>
                    ))}
                </SelectField>
            ) : (
                <TextField label={title} value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
            )}
            <Button
                blockedBecause={typed === '' ? 'Give it a name first.' : undefined}
                onClick={() => {
                    onAdd(typed);
                    setTyped('');
                }}
            >
                Add
            </Button>
        </div>
    );
}
