import { cases } from './hostile-hosts.ts';
import { testCases } from './settlement.ts';

testCases(cases);
