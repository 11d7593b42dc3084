import { CheckboxField, type Option, RadioField } from './Choice.tsx';

/** All of a list, those of later releases too, or those that are chosen. */
export function AllOrSome({
    label,
    all,
    options,
    chosen,
    onChange
}: {
    label: string;
    /** What “all” is called. */
    all: string;
    options: readonly Option[];
    /** undefined: all. */
    chosen: readonly string[] | undefined;
    onChange: (chosen: readonly string[] | undefined) => void;
}) {
    return (
        <>
            <RadioField
                label={label}
                value={chosen ? 'some' : 'all'}
                onChange={(extent) => onChange(extent === 'all' ? undefined : [])}
                options={[
                    { value: 'all', name: all, help: 'Those of later releases too.' },
                    { value: 'some', name: 'Only what I choose' }
                ]}
            />
            {chosen && <CheckboxField label="Which" value={chosen} onChange={onChange} options={options} />}
        </>
    );
}
