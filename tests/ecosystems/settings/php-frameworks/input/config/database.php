<?php

return [
    // 'default' => 'mysql',
    'default' => env('DB_CONNECTION', 'sqlite'),

    'connections' => [
        'sqlite' => ['driver' => 'sqlite'],
        'mysql' => ['driver' => 'mysql'],
    ],
];
