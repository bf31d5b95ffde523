import en from './en/problems.json' with {type: 'json'}
import {createTexts} from './texts'

export const problemTexts = createTexts({en})
