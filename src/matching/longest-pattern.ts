/**
 * Characters of an expression, of a wildcard and of a text that Replace looks for. Where it is first asked, JavaScript's engine throws at an
 * expression that is larger than it can compile, from some 7,000 characters on in a worker: nobody is to ask such a one. Chrome has room for some hundred.
 */
export const longestPattern = 4_000
