import { useState, type ReactNode } from 'react';

/** The host's logo; `instead` where there is none, or its picture can't be shown. */
export function Logo({ logo, instead }: { logo: { src: string; alt: string } | null; instead: ReactNode }) {
    const [broken, setBroken] = useState<string | null>(null);
    if (!logo || broken === logo.src) return instead;
    return <img className="logo" src={logo.src} alt={logo.alt} onError={() => setBroken(logo.src)} />;
}
