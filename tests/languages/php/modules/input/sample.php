<?php

use App\Base\Model;
use App\Contracts\{Store as Keeper, Sink};
use function App\Helpers\tidy;
use Vendor\Constraints as Assert;

require __DIR__ . '/helpers.php';
require_once 'vendor/autoload.php';
include $computed;

define('VERSION_TEXT', 'one two');

/** @return \App\Models\User|null */
function find_user(Model $model, Keeper ...$keepers)
{
    tidy($model);
    $user = \App\Models\User::find(1);
    $user->save();
    return new \App\Models\User($model);
}

class Form
{
    /** @var Sink */
    private $sink;

    #[Assert\NotNull]
    public string $name;

    public function send(): void
    {
        $this->sink->write("sent {$this->name} to all");
    }
}

find_user(new Model());
