import {optionsSurface} from '../../src/platform/options-surface'
import {createWorkerClient} from '../../src/platform/worker-client'
import {mountOptions} from '../../src/ui/options/options'

const root = document.getElementById('app')
if (root) mountOptions(root, {client: createWorkerClient(), surface: optionsSurface})
