import * as z from 'zod/mini'

// zod tries `new Function` to be faster, which the extension's own content security policy reports as an error.
z.config({jitless: true})

export {z}
