import { useId, useState } from 'react';
import { Button } from '../../../parts/Button.tsx';
import { fieldError } from '../../../parts/error-text.ts';
import type { PartProps } from './settings.ts';

const mostBytes = 24_000;
const types = 'image/png,image/jpeg,image/webp,image/svg+xml';

function readAsDataUrl(file: File): Promise<string> {
    return new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.addEventListener('load', () => (typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('no text'))));
        reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
        reader.readAsDataURL(file);
    });
}

/** A small picture, which is kept in the settings themselves. */
export function LogoField({ draft, error, onChange }: PartProps) {
    const id = useId();
    const [problem, setProblem] = useState<string>();
    const { logo } = draft.appearance;
    const choose = async (file: File | undefined) => {
        if (!file) return;
        if (file.size > mostBytes)
            return setProblem(`It has ${Math.round(file.size / 1000)} kB. Choose a picture of at most ${mostBytes / 1000} kB.`);
        setProblem(undefined);
        const src = await readAsDataUrl(file);
        onChange({ appearance: { ...draft.appearance, logo: { src, alt: logo?.alt ?? draft.app_name ?? '' } } });
    };
    const remove = () => {
        const { logo: _, ...others } = draft.appearance;
        onChange({ appearance: others });
    };
    const shown = problem ?? fieldError(error, 'appearance', 'logo');
    return (
        <div className="flex flex-col gap-1">
            <label htmlFor={id} className="font-semibold">
                Logo
            </label>
            <div className="flex flex-wrap items-center gap-3">
                {logo && <img src={logo.src} alt="" className="max-h-9 max-w-32 rounded-control border border-hairline bg-white p-1" />}
                <input
                    id={id}
                    type="file"
                    accept={types}
                    aria-describedby={`${id}-help`}
                    onChange={({ target }) => void choose(target.files?.[0]).catch(() => setProblem('The file cannot be read.'))}
                    className="max-w-full text-small file:me-3 file:min-h-9 file:rounded-control file:border file:border-solid file:border-control file:bg-surface file:px-3 file:font-semibold"
                />
                {logo && (
                    <Button look="quiet" onClick={remove}>
                        Remove the logo
                    </Button>
                )}
            </div>
            <p id={`${id}-help`} className="text-small text-text-2">
                PNG, JPEG, WebP or SVG, up to 24 kB.
            </p>
            {shown !== undefined && <p className="text-small text-danger">{shown}</p>}
        </div>
    );
}
