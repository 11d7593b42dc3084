import { cases } from './hostile-hosts.ts';
import { testCases } from './settlement.ts';

// T-33: `signsInCutOff` requires that a window isolated by its provider has no opener.
testCases(cases);
