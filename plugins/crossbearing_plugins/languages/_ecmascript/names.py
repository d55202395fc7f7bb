"""Names that every JavaScript program has without importing them."""

_BUILTINS = """
AbortController AbortSignal AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Blob Boolean
Buffer CustomEvent DOMException DOMParser DataView Date Document Element Error EvalError Event EventTarget File
FileReader FinalizationRegistry Float32Array Float64Array FormData Function HTMLElement Headers Infinity Int16Array
Int32Array Int8Array IntersectionObserver Intl Iterator JSON Map Math MessageChannel MutationObserver NaN Node
NodeList Number Object Promise Proxy RangeError ReadableStream ReferenceError Reflect RegExp Request ResizeObserver
Response SVGElement SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder TypeError URIError URL
URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly WebSocket
Window Worker XMLHttpRequest __dirname __filename alert arguments atob btoa cancelAnimationFrame clearImmediate
clearInterval clearTimeout confirm console crypto customElements decodeURI decodeURIComponent document encodeURI
encodeURIComponent escape eval exports fetch getComputedStyle global globalThis history isFinite isNaN localStorage
location matchMedia module navigator parseFloat parseInt performance process prompt queueMicrotask
requestAnimationFrame require self sessionStorage setImmediate setInterval setTimeout structuredClone undefined
unescape window
"""
_TYPES = """
Awaited Capitalize ConstructorParameters Exclude Extract InstanceType Iterable IterableIterator AsyncIterable
AsyncIterableIterator Lowercase NoInfer NonNullable Omit OmitThisParameter Parameters Partial Pick PromiseLike
PropertyKey Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Required ReturnType ThisParameterType ThisType
TemplateStringsArray Uncapitalize Uppercase ArrayLike const
"""
BUILTINS = frozenset(_BUILTINS.split())
TYPES = BUILTINS | frozenset(_TYPES.split())
"""With the types that TypeScript itself declares."""

_MEMBERS = """
allSettled assign bind blur catch charAt cloneNode closest codePointAt contains copyWithin createElement
createTextNode defineProperty dispatchEvent emit endsWith entries every fill find findIndex findLast findLastIndex
flatMap focus forEach freeze fromCharCode fromEntries getBoundingClientRect getContext getOwnPropertyDescriptor
getOwnPropertyNames getPrototypeOf hasAttribute hasOwn hasOwnProperty includes indexOf insertBefore isArray isInteger
isPrototypeOf keys lastIndexOf localeCompare matchAll normalize padEnd padStart parse preventDefault
propertyIsEnumerable querySelector querySelectorAll race reduce reduceRight removeAttribute removeChild removeListener
repeat replace replaceAll setPrototypeOf slice some sort splice startsWith stopPropagation stringify substring test then
toFixed toISOString toJSON toLocaleString toLowerCase toPrecision toString toUpperCase trimEnd trimStart unshift values
"""
MEMBERS = frozenset(_MEMBERS.split())
"""Methods of built-in objects, which say nothing about a class of the project."""
